const fewestRounds = 3;

/**
 * Runs the scenarios in interleaved rounds, so that other work on the machine affects all contenders alike. After
 * `budget` seconds a scenario begins no further round, if it has had three.
 */
export async function compare(
  { contenders, cpuOfPostgres },
  scenarios,
  { rounds, seconds, warmUp, tell, budget = Number.POSITIVE_INFINITY },
) {
  const results = [];
  for (const { key, title, bars, start, ...scenario } of scenarios) {
    const names = scenario.contenders.filter((name) => contenders[name]);
    const runs = new Map();
    for (const name of names) {
      const run = await start(name, contenders[name]);
      runs.set(name, { run, rounds: [] });
      await warm(() => run(contenders[name], { seconds: Math.min(0.5, warmUp.seconds) }), warmUp);
    }
    const until = Date.now() + budget * 1000;
    for (let round = 0; round < rounds && (round < fewestRounds || Date.now() < until); round += 1) {
      // Each round begins with another contender, because the first one finds the machine quieter.
      for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
        const { run, rounds: done } = runs.get(name);
        const before = await cpuOfPostgres();
        const measured = await run(contenders[name], { seconds });
        const after = await cpuOfPostgres();
        done.push({ ...measured, postgresCpu: after === undefined ? undefined : after - before });
      }
    }
    const measured = Object.fromEntries([...runs].map(([name, { rounds: done }]) => [name, done]));
    const result = summarize({ key, title, bars, measured });
    results.push(result);
    tell(result);
  }
  return results;
}

/** Warms up until so many requests were sent, so that the code is compiled; for at most so many seconds. */
async function warm(run, { requests, seconds }) {
  const until = Date.now() + seconds * 1000;
  for (let done = 0; done < requests && Date.now() < until; ) done += (await run()).requests;
}

/** Medians of each contender's figures, and of the ratios of each round to the first contender, which is ours. */
export function summarize({ key, title, bars, measured }) {
  const [ours, ...anchors] = Object.keys(measured);
  const perRequest = ({ cpu, sent }) => cpu / sent;
  const figures = Object.fromEntries(
    Object.entries(measured).map(([name, rounds]) => [
      name,
      {
        perSecond: median(rounds.map(({ perSecond }) => perSecond)),
        p50: median(rounds.map(({ p50 }) => p50)),
        p99: median(rounds.map(({ p99 }) => p99)),
        cpu: median(rounds.map(perRequest)),
        postgresCpu: rounds.some(({ postgresCpu }) => postgresCpu === undefined)
          ? undefined
          : median(rounds.map(({ postgresCpu, sent }) => postgresCpu / sent)),
      },
    ]),
  );
  const ratios = Object.fromEntries(
    anchors.map((anchor) => [
      anchor,
      median(measured[ours].map(({ perSecond }, round) => perSecond / measured[anchor][round].perSecond)),
    ]),
  );
  return { key, title, bars, ours, figures, ratios, measured };
}

export const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
