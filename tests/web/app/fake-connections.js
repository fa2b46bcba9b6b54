/** A clock and sockets for tests of connections: time passes and messages come when a test says so. */

export class FakeClock {
  now = 0;
  timers = new Map();
  count = 0;
  setTimeout = (run, wait) => {
    this.count += 1;
    this.timers.set(this.count, { run, at: this.now + wait });
    return this.count;
  };
  clearTimeout = (timer) => void this.timers.delete(timer);

  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = [...this.timers].filter(([, timer]) => timer.at <= end).sort((one, two) => one[1].at - two[1].at);
      if (!next) break;
      this.timers.delete(next[0]);
      this.now = next[1].at;
      next[1].run();
    }
    this.now = end;
  }
}

export class FakeSocket {
  readyState = 0;
  sent = [];
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(written) {
    this.sent.push(JSON.parse(written));
  }
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close() {
    this.readyState = 3;
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  said(type) {
    return this.sent.filter((message) => message.type === type);
  }
}
