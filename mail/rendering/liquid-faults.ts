import { checkSyntax, type SyntaxFault } from './compile.js'
import { RenderError } from './render-message.js'
import { Budget, OverBudget } from './threads/budget.js'
import { performInThread } from './threads/perform.js'

/** The state of validating the templates of one request. */
interface Validation {
  budget: Budget
  /** The results of a thread for the templates in `left`. */
  results: ReadonlyMap<string, SyntaxFault | null>
  /** The templates that a thread must read. */
  left: Set<string>
}

// Schemas run synchronously, so there is only one current validation at a time.
let current: Validation | null = null

/** The fault of a template; null for a valid one. The schemas that `validateLiquid` runs call this function. */
export function findLiquidFault(source: string): SyntaxFault | null {
  if (current === null) return checkSyntax(source)
  const { budget, results, left } = current
  const result = results.get(source)
  if (result !== undefined) return result
  try {
    return checkSyntax(source, budget)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    left.add(source)
    // The template counts as valid until a thread has read it and the schemas run again.
    return null
  }
}

/**
 * Runs schemas that call `findLiquidFault`. A thread reads the Liquid that exceeds the budget of the event loop, as a
 * task of `sender`, and then the schemas run once more. A request that fails anyway needs no thread.
 */
export async function validateLiquid<T extends { success: boolean }>(sender: string, validate: () => T): Promise<T> {
  const left = new Set<string>()
  const result = runWith({ budget: new Budget(), results: new Map(), left }, validate)
  if (left.size === 0 || !result.success) return result
  return runWith({ budget: new Budget(), results: await readInThread(sender, [...left]), left: new Set() }, validate)
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
