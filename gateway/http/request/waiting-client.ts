import type { ServerResponse } from 'node:http'
import type { WaitingClient } from '../../../runtime/request-scope.js'
import { ClientGoneError } from './read-body.js'

/** The client that waits for a response. Few requests ask for its signal, so that it is made only then. */
export function waitingClientOf(res: ServerResponse): WaitingClient {
  let signal: AbortSignal | undefined
  return {
    get signal() {
      signal ??= signalOf(res)
      return signal
    },
  }
}

function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new ClientGoneError('the client left before the answer'))
  if (res.closed) abort()
  // Node emits `close` when the connection has closed, and after the last byte of an answer.
  else res.once('close', abort)
  return controller.signal
}
