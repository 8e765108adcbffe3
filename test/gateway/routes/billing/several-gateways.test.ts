import { expect } from 'chai'
import { type ChildProcess } from 'node:child_process'
