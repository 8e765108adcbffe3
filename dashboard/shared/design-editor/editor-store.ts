import type { EditorView } from 'prosemirror-view'
import type { Block, BlockType, EmailDesign, TextPart } from '../../../models/domain/design/design.js'
import { t } from '../../messages/index.js'
import { isTextual, type TextualBlock } from '../design-view/textual.js'
import { isSameJson } from '../../session/same-json.js'
import { labelOf } from '../design-view/block-label.js'
import { allBlocks, blocksOf, findBlock, type Place } from './document/block-tree.js'
import { listsOf } from '../design-view/lists.js'
import { edited, type Edit } from './document/edit.js'
import { NO_HISTORY, noteEdit, stepBack, stepForward, type History, type Step } from './document/history.js'
import { newBlock, withFreeIds, withNewIds } from './document/new-block.js'
import { placeAfter, placeBeside, placeFor, wrapped } from './document/places.js'
import { withParts } from './document/text-parts.js'

/** Where the focus is to go; a new object is a new wish. `block` is the block as a whole. */
export interface Wish {
  id: string
  at: TextPlace | 'block' | 'settings'
}

/** A place in a text: an edge of it, all of it, or what is at a point of the screen. */
export type TextPlace = 'start' | 'end' | 'all' | { x: number; y: number }

/** A list or a form at a place of the canvas. */
export type Popover =
  | { kind: 'insert'; rect: DOMRect; choose: (type: BlockType) => void; cancel: () => void }
  | { kind: 'field'; rect: DOMRect; view: EditorView }
  | { kind: 'link'; rect: DOMRect; view: EditorView }

/** The state of the editor. */
export interface EditorState {
  design: EmailDesign
  history: History
  selectedId: string | null
  wish: Wish | null
  popover: Popover | null
  /** What screen readers are told. */
  said: string
}

/** The state of a visual editor and what can be done with it. */
export class DesignStore {
  #state: EditorState
  readonly #listeners = new Set<() => void>()
  /** Gets the design after each edit. */
  onChange: (design: EmailDesign) => void = () => undefined
  isReadOnly = false

  constructor(design: EmailDesign) {
    this.#state = { design, history: NO_HISTORY, selectedId: null, wish: null, popover: null, said: '' }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly get = (): EditorState => this.#state

  /** Takes a design that was changed elsewhere. What was written here can be undone to. */
  give(design: EmailDesign): void {
    const { design: before, history } = this.#state
    if (design === before) return
    const isSame = isSameJson(design, before)
    this.#set(isSame ? { design } : { design, history: noteEdit(history, before, null, 0) })
  }

  /** Edits the design. `about` names the target of an edit that may be a part of the one before, such as a letter. */
  edit(edit: Edit, about: string | null = null): boolean {
    const { design, history } = this.#state
    const next = this.isReadOnly ? design : edited(design, edit)
    if (next === design) return false
    this.#set({ design: next, history: noteEdit(history, design, about, Date.now()) })
    this.onChange(next)
    return true
  }

  undo(): void {
    this.#step(stepBack(this.#state.history, this.#state.design), t.designEditor.undone)
  }

  redo(): void {
    this.#step(stepForward(this.#state.history, this.#state.design), t.designEditor.redone)
  }

  #step(step: Step | null, said: string): void {
    if (!step || this.isReadOnly) return
    const { selectedId } = this.#state
    const isThere = selectedId !== null && findBlock(step.design, selectedId) !== null
    this.#set({ ...step, selectedId: isThere ? selectedId : null })
    this.say(said)
    this.onChange(step.design)
  }

  select(selectedId: string | null): void {
    if (selectedId !== this.#state.selectedId) this.#set({ selectedId })
  }

  /** Selects a block and sets the focus into it. */
  focus(id: string, at: Wish['at'] = 'block'): void {
    this.#set({ selectedId: id, wish: { id, at } })
  }

  open(popover: Popover | null): void {
    this.#set({ popover })
  }

  say(said: string): void {
    // Screen readers tell the same words twice only if the text differs.
    this.#set({ said: said === this.#state.said ? `${said}\u00a0` : said })
  }

  block(id: string): Block | null {
    return findBlock(this.#state.design, id)?.block ?? null
  }

  /** Changes fields of a block; undefined removes one. */
  change<B extends Block>(block: B, part: Partial<B>, about: string | null = null): void {
    const current = this.block(block.id)
    if (!current) return
    const next = Object.fromEntries(Object.entries({ ...current, ...part }).filter(([, value]) => value !== undefined))
    this.edit({ type: 'replace', id: block.id, blocks: [next as unknown as Block] }, about && `${about}:${block.id}`)
  }

  write(block: TextualBlock, parts: TextPart[]): void {
    const current = this.block(block.id)
    if (!current || !isTextual(current)) return
    this.edit({ type: 'replace', id: block.id, blocks: [withParts(current, parts)] }, `text:${block.id}`)
  }

  /** Inserts blocks and selects the first of them. */
  insert(blocks: readonly Block[], place: Place): void {
    const { design } = this.#state
    const free = withFreeIds(design, blocks)
    const [first] = free
    if (!first) return
    const at = free.reduce((found, block) => placeFor(design, block, found), place)
    if (!this.edit({ type: 'insert', blocks: free, place: at })) return
    this.focus(first.id, firstPlace(first))
    this.say(t.designEditor.inserted(labelOf(first)))
  }

  /** Inserts a new block at a place, or behind the selected block. */
  add(type: BlockType, place = placeAfter(this.#state.design, this.#state.selectedId)): void {
    this.insert([newBlock(type)], place)
  }

  /** Puts blocks where one is; the focus goes to one of them. */
  replace(id: string, blocks: readonly Block[], focused: Wish | null): void {
    if (this.edit({ type: 'replace', id, blocks }) && focused) this.focus(focused.id, focused.at)
  }

  move(id: string, by: 1 | -1): void {
    const place = placeBeside(this.#state.design, id, by)
    if (place) this.drop(id, place)
    else this.say(by === 1 ? t.designEditor.isLast : t.designEditor.isFirst)
  }

  drop(id: string, place: Place): void {
    const moved = this.block(id)
    if (!moved || !this.edit({ type: 'move', id, place: placeFor(this.#state.design, moved, place) })) return
    this.focus(id, 'block')
    this.say(this.#placeText(id))
  }

  #placeText(id: string): string {
    const { design } = this.#state
    const found = findBlock(design, id)
    if (!found) return ''
    const parent = found.ancestors.at(-1)
    const { index } = found.place
    return t.designEditor.movedTo(
      index + 1,
      blocksOf(design, found.place).length,
      parent ? t.designView.blocks[parent.type] : null,
    )
  }

  duplicate(id: string): void {
    const found = findBlock(this.#state.design, id)
    if (!found) return
    const [copy] = withNewIds([found.block])
    if (!copy || !this.edit({ type: 'insert', blocks: [copy], place: placeAfter(this.#state.design, id) })) return
    this.focus(copy.id)
    this.say(t.designEditor.duplicated(labelOf(copy)))
  }

  remove(id: string): void {
    const found = findBlock(this.#state.design, id)
    if (!found) return
    const next = this.#neighbour(id)
    if (!this.edit({ type: 'replace', id, blocks: [] })) return
    if (next === null) this.select(null)
    else this.focus(next)
    this.say(t.designEditor.removed(labelOf(found.block)))
  }

  /** Puts a block into a new one of a type. */
  wrap(id: string, type: 'section' | 'repeat' | 'columns'): void {
    const block = this.block(id)
    const outer = block && wrapped(block, type)
    if (outer) this.replace(id, [outer], { id: outer.id, at: 'block' })
  }

  /** Puts the blocks of a block in its place. */
  unwrap(id: string): void {
    const block = this.block(id)
    const inner = block ? listsOf(block).flat() : []
    const [first] = inner
    this.replace(id, inner, first ? { id: first.id, at: 'block' } : null)
    if (!first) this.select(null)
  }

  /** The block beside another one in the order of reading that stays when that one goes. */
  #neighbour(id: string): string | null {
    const { design } = this.#state
    const found = findBlock(design, id)
    if (!found) return null
    const siblings = blocksOf(design, found.place)
    const { index, parent } = found.place
    return siblings[index + 1]?.id ?? siblings[index - 1]?.id ?? parent
  }

  /** The next block up or down in the order of reading. */
  beside(id: string, by: 1 | -1): Block | null {
    const all = allBlocks(this.#state.design)
    return all[all.findIndex(({ block }) => block.id === id) + by]?.block ?? null
  }

  #set(part: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}

/** Where the focus goes when a block is new. */
export function firstPlace(block: Block): Wish['at'] {
  if (block.type === 'image' || block.type === 'html') return 'settings'
  if (!isTextual(block)) return 'block'
  return block.type === 'button' ? 'all' : 'end'
}
