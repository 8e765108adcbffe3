import { Context } from '@temporalio/activity'
import { AppError } from '../models/domain/errors.js'
import { mapConcurrent } from '../runtime/concurrency/map-concurrent.js'
import { withHeartbeat } from '../runtime/heartbeat.js'
import { isMongodbUnavailable } from '../runtime/mongodb/unavailable.js'
import { sliceEnd } from './slice-end.js'

const SLICE_MS = 25_000
const MAX_NAMED = 100
// The SDK may hold a heartbeat back for eight seconds. So many items are enough to pass the item that ended the worker
// after the last heartbeat.
const ITEMS_ONE_BY_ONE = 200

/** How many of each kind of thing were done. */
export type Counts = Record<string, number>

/** The ids of an item, as logs name them. */
export type ItemIds = Record<string, string>

/** One item of a round, such as a project; `place` is its position in the order of the list. */
export interface RoundItem {
  place: string
  ids: ItemIds
}

/** Something that a schedule does for every item of a list. */
export interface RoundWork<Item extends RoundItem> {
  /** The next items after a place, or the first; `began` is when the work began. */
  list: (after: string | null, began: Date) => Promise<Item[]>
  /** Lists the items that the round before left undone. Rounds over these follow until no item is left. */
  listUndone?: (after: string | null) => Promise<Item[]>
  /** May run twice. An item that fails is left to the next run of the schedule. */
  doOne: (item: Item, began: Date) => Promise<Counts>
  /** How many items are done at the same time; one by default. */
  concurrency?: number
}

/** How far the rounds have come. */
export interface RoundsProgress {
  beganMs: number
  /** From 1. */
  round: number
  /** The place of the last item of the round; null before the first. */
  after: string | null
  done: Counts
  /** The items that failed, with the reason; a hundred at most. */
  failed: ItemIds[]
  /** How many more items have an activity of their own each, because a worker died. */
  oneByOne: number
  isDone: boolean
}

/** Dependencies of all rounds. */
export interface RoundDeps {
  /** Whether the worker has begun to stop. */
  isStopping: () => boolean
  /** Called with an item that failed; to be logged. */
  onItemFailure: (schedule: string, ids: ItemIds, error: unknown) => void
}

/**
 * Makes the activity that does the work of a schedule for the next items, for up to 25 seconds. Each heartbeat stores
 * the progress behind the item that is in work, so that a retry skips an item that ended its worker. The retry and the
 * activities after it do one item each, whose place the first heartbeat stores at once.
 */
export function inRounds<Item extends RoundItem>(deps: RoundDeps, schedule: string, work: RoundWork<Item>) {
  return async (from: RoundsProgress): Promise<RoundsProgress> => {
    const context = Context.current()
    const { attempt, heartbeatDetails } = context.info
    const progress = { ...((heartbeatDetails as RoundsProgress | undefined) ?? from) }
    if (attempt > 1) progress.oneByOne = ITEMS_ONE_BY_ONE
    const isOver = progress.oneByOne > 0 ? () => true : sliceEnd(deps, SLICE_MS)
    progress.oneByOne = Math.max(0, progress.oneByOne - 1)
    const next = takeFrom(work, progress)
    let items = await next()
    return withHeartbeat(
      async () => {
        for (;;) {
          await mapConcurrent(items, items.length, (item) => tryOne(deps, schedule, work, item, progress))
          if (progress.isDone || isOver()) return progress
          items = await next()
          context.heartbeat(progress)
        }
      },
      () => progress,
    )
  }
}

/**
 * Takes the next items and moves the progress behind them; takes none at the end of a round, and begins the next round.
 */
function takeFrom<Item extends RoundItem>(work: RoundWork<Item>, progress: RoundsProgress): () => Promise<Item[]> {
  const { list, listUndone, concurrency = 1 } = work
  let listed: Item[] = []
  return async () => {
    const { round, after, beganMs } = progress
    if (listed.length === 0) {
      listed = await (round > 1 && listUndone ? listUndone(after) : list(after, new Date(beganMs)))
    }
    const items = listed.splice(0, concurrency)
    const last = items.at(-1)
    if (last) progress.after = last.place
    else {
      progress.isDone = !listUndone || (round > 1 && after === null)
      progress.round += 1
      progress.after = null
    }
    return items
  }
}

async function tryOne<Item extends RoundItem>(
  { onItemFailure }: RoundDeps,
  schedule: string,
  { doOne }: RoundWork<Item>,
  item: Item,
  progress: RoundsProgress,
): Promise<void> {
  try {
    const counts = await doOne(item, new Date(progress.beganMs))
    for (const [kind, count] of Object.entries(counts)) progress.done[kind] = (progress.done[kind] ?? 0) + count
  } catch (error) {
    if (isMongodbUnavailable(error)) throw error
    onItemFailure(schedule, item.ids, error)
    if (progress.failed.length < MAX_NAMED) progress.failed.push({ ...item.ids, reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'Error'
}
