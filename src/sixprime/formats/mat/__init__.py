"""Match files of the `.mat` family, the text format that nearly every program and site writes.

`read_mat` reads all dialects; files of the usual form go through compiled code (`plain_files`), all others are read
line by line (`files`).
"""

from sixprime.formats.mat.files import looks_like_mat, read_mat
from sixprime.formats.mat.writing import write_mat

__all__ = [
    "looks_like_mat",
    "read_mat",
    "write_mat",
]
