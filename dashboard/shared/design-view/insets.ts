import type { Block } from '../../../models/domain/design/design.js'

/** The space around a block, as the server makes it. */
export function insetOf({ type }: Block, isInColumn: boolean): string {
  if (isInColumn) return 'px-3 py-2'
  if (type === 'section' || type === 'repeat') return ''
  return type === 'columns' ? 'px-3' : 'px-6 py-2'
}
