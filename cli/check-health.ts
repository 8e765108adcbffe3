// Ends with status 0 when the process on this host's METRICS_PORT lives, or when the address that is given answers: the
// health check of a container, which has no other program that could ask. It is a program of its own without imports,
// because it runs every few seconds.
const ANSWER_WITHIN_MS = 4_000

const address = process.argv[2] ?? `http://127.0.0.1:${process.env['METRICS_PORT'] ?? ''}/health`
const status = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
  (answer) => answer.status,
  (error: unknown) => String(error),
)
if (status !== 200) {
  process.stderr.write(`${address}: ${status}\n`)
  process.exitCode = 1
}
