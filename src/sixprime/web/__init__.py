"""The web pages: HTML, style sheets and scripts in `static`, and how the server finds them."""
