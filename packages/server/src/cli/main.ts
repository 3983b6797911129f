#!/usr/bin/env node
import { processTitle } from './process-title.js';
import { readAnswer } from './read-answer.js';
import { readSecret } from './read-secret.js';
import { run } from './run.js';

const given = process.argv.slice(2);
// Setting it replaces the arguments in the list of processes.
const title = processTitle(given);
if (title !== undefined) process.title = title;

process.exitCode = await run({
  arguments: given,
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  readAnswer: (question) => readAnswer(question, process.stdin, process.stderr),
  readSecret: (question) => readSecret(question, process.stdin, process.stderr),
});
