/** The steps of a trial, each with its result. */
export class Steps {
  readonly #rows: { name: string; isDone: boolean; seen: string; seconds: number }[] = []

  /** Runs a step and records its result. A step that fails ends the trial. */
  async step(name: string, work: () => Promise<string>): Promise<void> {
    process.stdout.write(`\n== ${name}\n`)
    const startedAt = performance.now()
    const note = (isDone: boolean, seen: string): void => {
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      this.#rows.push({ name, isDone, seen, seconds })
      process.stdout.write(`${isDone ? 'ok' : 'FAILED'} (${seconds} s): ${seen}\n`)
    }
    try {
      note(true, await work())
    } catch (error) {
      note(false, error instanceof Error ? error.message : String(error))
      throw error
    }
  }

  /** The steps as a table in Markdown. */
  table(): string {
    const rows = this.#rows.map(({ name, isDone, seen, seconds }) => {
      return `| ${name} | ${isDone ? 'yes' : '**no**'} | ${seconds} | ${seen.replaceAll('\n', ' ').slice(0, 600)} |`
    })
    return ['| Step | Done | Seconds | Seen |', '| --- | --- | --- | --- |', ...rows].join('\n')
  }
}
