"""Fitting nets to labelled positions by gradient descent.

`fits.fit` is resumable; `kernels` has the sums that NumPy would do slowly.
"""
