# The server as a container: docker build -t sixprime . && docker run -p 8615:8615 -v sixprime:/var/lib/sixprime sixprime
# docs/install.md says more; packaging/build-image-root has the steps, which the tests run without Docker.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim-bookworm AS build
COPY pyproject.toml hatch_build.py README.md LICENSE /source/
COPY packaging /source/packaging
COPY src /source/src
RUN /source/packaging/build-image-root install /opt/sixprime '/source[postgres]'

FROM python:${PYTHON}-slim-bookworm
# Machine code is made for this kind of processor: x86-64-v3 is any of the last ten years, x86-64-v4 has AVX-512, and
# `generic` is right for others than x86.
ARG CPU=x86-64-v3
ENV NUMBA_CPU_NAME=${CPU} \
    NUMBA_CPU_FEATURES="" \
    NUMBA_CACHE_DIR=/var/cache/sixprime/kernels \
    SIXPRIME_CACHE=/var/cache/sixprime \
    SIXPRIME_DATABASE=/var/lib/sixprime/sixprime.db \
    SIXPRIME_HOST=0.0.0.0 \
    SIXPRIME_PORT=8615 \
    PYTHONDONTWRITEBYTECODE=1 \
    PATH=/opt/sixprime/bin:$PATH
COPY --from=build /opt/sixprime /opt/sixprime
RUN useradd --system --uid 10001 --home-dir /var/lib/sixprime --shell /usr/sbin/nologin sixprime \
    && install --directory --owner=sixprime --group=sixprime --mode=0700 /var/lib/sixprime /var/cache/sixprime
USER 10001
WORKDIR /var/lib/sixprime
RUN ["/opt/sixprime/bin/build-image-root", "compile", "/opt/sixprime"]
VOLUME /var/lib/sixprime
EXPOSE 8615
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s CMD ["/opt/sixprime/bin/check-health"]
CMD ["/opt/sixprime/bin/sixprime", "serve", "--no-browser", "--log", "json"]
