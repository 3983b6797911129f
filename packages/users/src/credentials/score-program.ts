import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

// The program of the worker thread: the dictionaries take 30 MB and a fifth of a second to load.
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // More take seconds for a hostile password.
  l33tMaxSubstitutions: 5,
});

parentPort?.on('message', ({ password, ownData }: { password: string; ownData: string[] }) => {
  parentPort?.postMessage({ score: estimator.check(password, ownData).score });
});
parentPort?.postMessage('ready');
