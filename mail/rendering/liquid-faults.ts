import { checkSyntax, type SyntaxFault } from './compile.js'
import { RenderError } from './render-message.js'
import { Budget, OverBudget } from './threads/budget.js'
import { performInThread } from './threads/perform.js'

/** What is known of the templates in one request. */
interface Validation {
  budget: Budget
  /** What a thread said of those that were left to it. */
  said: ReadonlyMap<string, SyntaxFault | null>
  /** Those that are left to a thread. */
  left: Set<string>
}

// Schemas are run without a pause, so that only one validation at a time can be the current one.
let current: Validation | null = null

/** What is wrong with a template, null when nothing is, as the schemas within `validateLiquid` ask. */
export function findLiquidFault(source: string): SyntaxFault | null {
  if (current === null) return checkSyntax(source)
  const { budget, said, left } = current
  const known = said.get(source)
  if (known !== undefined) return known
  try {
    return checkSyntax(source, budget)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    left.add(source)
    // Taken for sound until a thread has read it, and everything is looked at again.
    return null
  }
}

/**
 * Runs schemas that ask `findLiquidFault`, and runs them once more when there was too much Liquid to be read in the
 * event loop, after a thread has read it in the turn of `sender`. What is refused anyway is not read at all.
 */
export async function validateLiquid<T extends { success: boolean }>(sender: string, validate: () => T): Promise<T> {
  const left = new Set<string>()
  const result = runWith({ budget: new Budget(), said: new Map(), left }, validate)
  if (left.size === 0 || !result.success) return result
  return runWith({ budget: new Budget(), said: await readInThread(sender, [...left]), left: new Set() }, validate)
}

function runWith<T>(validation: Validation, validate: () => T): T {
  current = validation
  try {
    return validate()
  } finally {
    current = null
  }
}

async function readInThread(sender: string, sources: string[]): Promise<Map<string, SyntaxFault | null>> {
  try {
    const faults = await performInThread(sender, 'syntax', sources)
    return new Map(sources.map((source, index) => [source, faults[index] ?? null]))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const fault = { message: error.message, line: 1, column: 1 }
    return new Map(sources.map((source) => [source, fault]))
  }
}
