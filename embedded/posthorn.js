#!/usr/bin/env node
// `npx posthorn <command>` in a clone: runs the command from the sources, without a build.
import { register } from 'tsx/esm/api'

register()
await import('./run-command.ts')
