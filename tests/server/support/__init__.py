"""What several tests of the server, and its benchmarks, share: servers, databases, players."""
