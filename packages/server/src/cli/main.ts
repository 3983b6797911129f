#!/usr/bin/env node
import { readAnswer } from './read-answer.js';
import { readSecret } from './read-secret.js';
import { run } from './run.js';

process.exitCode = await run({
  arguments: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  readAnswer: (question) => readAnswer(question, process.stdin, process.stderr),
  readSecret: (question) => readSecret(question, process.stdin, process.stderr),
});
