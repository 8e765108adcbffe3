import { parentPort } from 'node:worker_threads'
import { RenderError } from '../render-message.js'
import type { Answer, Question } from './messages.js'
import { TASKS } from './tasks.js'

function answer({ name, input }: Question): Answer {
  const perform: (input: never, budget: null) => unknown = TASKS[name]
  try {
    return { result: perform(input as never, null) }
  } catch (error) {
    // A class of ours does not survive the way.
    return error instanceof RenderError ? { failure: error.message, place: error.place } : { error }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
parentPort?.postMessage('ready')
