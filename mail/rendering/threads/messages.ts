import type { RenderError } from '../render-message.js'
import type { TaskName } from './tasks.js'

/** A task as it is handed to a thread. */
export interface Question {
  name: TaskName
  input: unknown
}

/** What a thread answers: a result, a RenderError in its parts, or any other error. */
export type Answer = { result: unknown } | { failure: string; place: RenderError['place'] } | { error: unknown }
