import { MarkerType, type Edge, type Node } from '@xyflow/react'
import { groupBy } from '../../../models/domain/group-by.js'
import type { Draft, DraftStep, Position } from '../workflow-draft/draft.js'
import { drawnOutcomes, type DrawnOutcome, type Mark } from './graph.js'
import { layOut, type Layout } from './layout.js'
import type { WorkflowGraphProps } from './props.js'
import { entryOf, exitOf, outcomeX, sizeOf, type Size } from './sizes.js'
import { stepSummary } from './step-summary.js'
import { outcomeLabel } from './step-types.js'

/** A drawn outcome: its handle, its label, and whether another step can follow it. */
export interface OutcomeData {
  handleId: string
  branch: string | null
  /** Null if a step has only one outcome. */
  label: string | null
  x: number
  isFree: boolean
}

/** The data of a drawn step. */
export interface StepData extends Record<string, unknown> {
  step: Pick<DraftStep, 'id' | 'type' | 'name'>
  summary: string | null
  outcomes: readonly OutcomeData[]
  errors: readonly string[]
  counts: { waiting: number; entered: number; failed: number } | null
  mark: Mark | null
  /** The one step that the Tab key reaches; arrows move from there. */
  isTabStop?: boolean
}

/** The data of a drawn transition. */
export interface TransitionData extends Record<string, unknown> {
  from: string
  to: string
  branch: string | null
  mark: Mark | null
  /** The route of the layout, while both ends are where the layout has placed them. */
  route: { from: Position; to: Position; between: readonly Position[] }
  /** Beside both steps, for a way back up. */
  aside: number
}

export type StepNode = Node<StepData, 'step'>
export type TransitionEdge = Edge<TransitionData, 'transition'>

/** The handle at which transitions enter a step. */
export const ENTRY = 'entry'
const REST = 'rest'
const ASIDE = 40
// As in the styles, where handles lie within the edges of a step.
const HANDLE = 12
const HANDLE_SIZE = { width: HANDLE, height: HANDLE }

/** The handle of an outcome; a branch may be named as it likes. */
export function handleOf(branch: string | null): string {
  return branch === null ? REST : `branch:${branch}`
}

/** The outcome of a handle. */
export function branchOf(handleId: string | null | undefined): string | null {
  return handleId?.startsWith('branch:') ? handleId.slice('branch:'.length) : null
}

type Shown = Pick<WorkflowGraphProps, 'draft' | 'errors' | 'counts' | 'marks' | 'names'>

/** Each step with its content and its size. */
export interface Measured {
  outcomes: ReadonlyMap<string, readonly DrawnOutcome[]>
  summaries: ReadonlyMap<string, string | null>
  sizes: ReadonlyMap<string, Size>
}

/** Measures the steps. The size of a step depends on its outcomes and on whether it has a third line. */
export function measure({ draft: { steps, transitions, trigger }, names }: Pick<Shown, 'draft' | 'names'>): Measured {
  const leaving = groupBy(transitions, ({ fromStepId }) => fromStepId)
  const outcomes = new Map(steps.map((step) => [step.id, drawnOutcomes(step, leaving.get(step.id) ?? [])]))
  const summaries = new Map(steps.map((step) => [step.id, stepSummary(step, trigger, names)]))
  const sizes = new Map(steps.map(({ id }) => [id, sizeOf(outcomes.get(id)?.length ?? 0, summaries.get(id) !== null)]))
  return { outcomes, summaries, sizes }
}

/** A key of everything that the layout depends on: typing into a step does not compute the layout again. */
export function shapeOf({ steps, transitions, positions }: Draft, { sizes }: Measured): string {
  const outlines = steps.map(({ id }) => [id, sizes.get(id)?.width, sizes.get(id)?.height])
  const lines = transitions.map(({ id, fromStepId, toStepId, branch }) => [id, fromStepId, toStepId, branch])
  return JSON.stringify([outlines, lines, positions])
}

/** Lays out the measured steps. */
export function layOutMeasured({ steps, transitions, positions }: Draft, { sizes }: Measured): Layout {
  return layOut({ steps, transitions }, sizes, positions)
}

/** The steps as nodes of the graph library. */
export function drawSteps(shown: Shown, measured: Measured, { positions }: Layout): StepNode[] {
  const { draft, errors = [], counts, marks } = shown
  const messages = groupBy(errors, ({ stepId }) => stepId)
  return draft.steps.map(({ id, type, name }) => {
    const { width, height } = measured.sizes.get(id) ?? sizeOf(0, false)
    const outcomes = drawOutcomes(measured.outcomes.get(id) ?? [], width)
    return {
      id,
      type: 'step',
      position: positions.get(id) ?? { x: 0, y: 0 },
      width,
      height,
      // The library draws transitions before it has measured anything.
      handles: [
        { id: ENTRY, type: 'target', position: 'top', x: (width - HANDLE) / 2, y: 0, ...HANDLE_SIZE },
        ...outcomes.map(({ handleId, x }) => ({
          ...HANDLE_SIZE,
          id: handleId,
          type: 'source',
          position: 'bottom',
          x: x - HANDLE / 2,
          y: height - HANDLE,
        })),
      ] as NonNullable<StepNode['handles']>,
      data: {
        step: { id, type, name },
        summary: measured.summaries.get(id) ?? null,
        outcomes,
        errors: (messages.get(id) ?? []).map(({ message }) => message),
        counts: counts?.[id] ?? null,
        mark: marks?.[id] ?? null,
      },
    }
  })
}

function drawOutcomes(outcomes: readonly DrawnOutcome[], width: number): OutcomeData[] {
  return outcomes.map((outcome, index) => ({
    handleId: handleOf(outcome.branch),
    branch: outcome.branch,
    label: outcomes.length === 1 && outcome.branch === null ? null : outcomeLabel(outcome),
    x: outcomeX(index, outcomes.length, width),
    isFree: outcome.transition === null,
  }))
}

/** The transitions as edges of the graph library. */
export function drawTransitions(shown: Shown, measured: Measured, layout: Layout): TransitionEdge[] {
  const names = new Map(shown.draft.steps.map(({ id, name }) => [id, name]))
  const drawn = shown.draft.transitions.filter(
    ({ fromStepId, toStepId }) => names.has(fromStepId) && names.has(toStepId),
  )
  return drawn.map(({ id, fromStepId, toStepId, branch }) => {
    const outcomes = measured.outcomes.get(fromStepId) ?? []
    const index = outcomes.findIndex((one) => one.branch === branch)
    const outcome = outcomes[index]
    const ends = endsOf({ fromStepId, toStepId, index }, measured, layout)
    return {
      id,
      type: 'transition',
      source: fromStepId,
      target: toStepId,
      sourceHandle: handleOf(branch),
      targetHandle: ENTRY,
      markerEnd: arrow(shown.marks?.[id] ?? null),
      data: {
        from: names.get(fromStepId) ?? '',
        to: names.get(toStepId) ?? '',
        branch: outcome && (outcomes.length > 1 || branch !== null) ? outcomeLabel(outcome) : null,
        mark: shown.marks?.[id] ?? null,
        route: { ...ends.points, between: layout.routes.get(id) ?? [] },
        aside: ends.aside,
      },
    }
  })
}

function endsOf(
  { fromStepId, toStepId, index }: { fromStepId: string; toStepId: string; index: number },
  { sizes, outcomes }: Measured,
  { positions }: Layout,
) {
  const [from = ORIGIN, to = ORIGIN] = [positions.get(fromStepId), positions.get(toStepId)]
  const [fromSize, toSize] = [sizes.get(fromStepId) ?? sizeOf(0, false), sizes.get(toStepId) ?? sizeOf(0, false)]
  const exit = exitOf(from, fromSize, index, outcomes.get(fromStepId)?.length ?? 1)
  return {
    points: { from: exit, to: entryOf(to, toSize) },
    aside: asideOf({ from: from.y, to: to.y }, sizes, positions),
  }
}

/** To the right of all steps between the heights of two. */
function asideOf(
  { from, to }: { from: number; to: number },
  sizes: Measured['sizes'],
  positions: Layout['positions'],
): number {
  if (to > from) return 0
  const between = [...positions].filter(([, { y }]) => y >= to && y <= from)
  return Math.max(...between.map(([id, { x }]) => x + (sizes.get(id)?.width ?? 0))) + ASIDE
}

const COLOURS: Readonly<Record<Mark, string>> = {
  added: 'var(--color-good)',
  changed: 'var(--color-warn)',
  removed: 'var(--color-bad)',
  done: 'var(--color-good)',
  notReached: 'var(--color-control)',
  failed: 'var(--color-bad)',
  waiting: 'var(--color-info)',
}

function arrow(mark: Mark | null): NonNullable<TransitionEdge['markerEnd']> {
  const color = mark ? COLOURS[mark] : 'var(--color-control)'
  return { type: MarkerType.ArrowClosed, width: 16, height: 16, markerUnits: 'userSpaceOnUse', color }
}

const ORIGIN: Position = { x: 0, y: 0 }
