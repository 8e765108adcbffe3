import { carryOut, CommandError } from './command.js'

// Ends with status 0 when the process on this host's METRICS_PORT lives: the health check of a container, which has no
// other program that could ask.
const ANSWER_WITHIN_MS = 4_000

await carryOut(async () => {
  const port = process.env['METRICS_PORT']
  if (!port) throw new CommandError('METRICS_PORT must be set.')
  const { status } = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (status !== 200) throw new CommandError(`/health answered ${status}.`)
})
