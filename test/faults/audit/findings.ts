/** One promise, how often it was looked at, and every case in which it was broken. */
export interface Finding {
  promise: string
  checked: number
  broken: string[]
  /** What is worth knowing and breaks nothing. */
  note?: string
}

const EXAMPLES = 12

/** A finding over a list: `faultOf` says what is wrong with one, or null. */
export function check<T>(promise: string, list: Iterable<T>, faultOf: (one: T) => string | null): Finding {
  const all = [...list]
  return { promise, checked: all.length, broken: all.map(faultOf).filter((fault) => fault !== null) }
}

/** Prints the findings as a table, and the cases behind it. */
export function printFindings(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ promise }) => promise.length))
  console.log(`\n${'Promise'.padEnd(width)}  Checked  Broken`)
  for (const { promise, checked, broken, note } of findings) {
    const counts = `${String(checked).padStart(7)}  ${String(broken.length).padStart(6)}`
    console.log(`${promise.padEnd(width)}  ${counts}${note === undefined ? '' : `  ${note}`}`)
  }
  for (const { promise, broken } of findings.filter((finding) => finding.broken.length > 0)) {
    console.log(`\nBroken: ${promise}`)
    for (const line of broken.slice(0, EXAMPLES)) console.log(`  ${line}`)
    if (broken.length > EXAMPLES) console.log(`  … and ${broken.length - EXAMPLES} more`)
  }
}
