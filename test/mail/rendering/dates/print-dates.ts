/**
 * Renders templates in this process, whose `TZ` the test sets, and prints the results. Run as a program by
 * `dates.test.ts`, with `[source, timeZone]` pairs in JSON as its argument.
 */
import { compile } from '../../../../mail/rendering/compile.js'
import { render } from '../../../../mail/rendering/render-message.js'

const cases = JSON.parse(process.argv[2] ?? '[]') as [source: string, timeZone: string][]
const printed = cases.map(([source, timeZone]) => render(compile(source), {}, { escape: false, timeZone }))
process.stdout.write(JSON.stringify(printed))
