#!/usr/bin/env node
import { runCommands } from './run-commands.js';

process.exitCode = await runCommands();
