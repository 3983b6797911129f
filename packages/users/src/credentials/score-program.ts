import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

// The program of the worker thread: its dictionaries need 30 MB and a fifth of a second to load.
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // With more, a hostile password takes seconds.
  l33tMaxSubstitutions: 5,
});

parentPort?.on('message', ({ password, ownData }: { password: string; ownData: string[] }) => {
  parentPort?.postMessage({ score: estimator.check(password, ownData).score });
});
parentPort?.postMessage('ready');
