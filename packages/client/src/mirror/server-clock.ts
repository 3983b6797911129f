/** The clocks of this process, in milliseconds. */
export interface LocalClocks {
  /** Never goes back. It stands still while the computer sleeps. */
  readonly steady: () => number;
  /** The time of day, which can be set. */
  readonly wall: () => number;
}

export const localClocks: LocalClocks = { steady: () => performance.now(), wall: () => Date.now() };

/** A local moment, by both clocks. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

/** Translates between the clock of the server and those of this process. All times in milliseconds. */
export interface ServerClock {
  now(): Moment;
  /** Notes the server's time in a response, which was made between these two moments. */
  measure(serverTime: number, between: { readonly sent: Moment; readonly received: Moment }): void;
  /** Notes that everything before `asOf` has been received. */
  alive(asOf: number): void;
  /** The latest `asOf`, by the server's clock. */
  asOf(): number;
  /**
   * The server's time now, at the latest. So `latest() - asOf()` is how old the state is, and never less than its true age;
   * Infinity before the first message.
   */
  latest(): number;
}

/**
 * Two local clocks are compared with the server's, and the worse result counts: one of them may stand still or be set.
 * How far apart two clocks are is known only within bounds, because messages take time. Each time the bound is used that
 * makes the state look older. So clocks that differ do no harm, and delayed messages never look fresh.
 */
export function createServerClock(clocks: LocalClocks = localClocks): ServerClock {
  const steady = createComparison();
  const wall = createComparison();
  let asOf = Number.NEGATIVE_INFINITY;
  const now = () => ({ steady: clocks.steady(), wall: clocks.wall() });
  return {
    now,
    measure(serverTime, { sent, received }) {
      steady.measure(serverTime, sent.steady, received.steady);
      wall.measure(serverTime, sent.wall, received.wall);
    },
    alive(time) {
      steady.receive(time, clocks.steady());
      wall.receive(time, clocks.wall());
      asOf = Math.max(asOf, time);
    },
    asOf: () => asOf,
    latest: () => Math.max(clocks.steady() - steady.ahead(), clocks.wall() - wall.ahead()),
  };
}

/** How far a local clock is ahead of the server's, at least. */
function createComparison() {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    measure(serverTime: number, sent: number, received: number) {
      // The server read its clock after the request was sent, and before the response was received.
      least = Math.max(least, sent - serverTime);
      most = Math.min(most, received - serverTime);
    },
    receive(serverTime: number, received: number) {
      most = Math.min(most, received - serverTime);
    },
    // If they contradict each other, a clock was set or the messages come from servers with different clocks.
    ahead: () => Math.min(least, most),
  };
}
