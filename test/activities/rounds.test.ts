import { expect } from 'chai'
import mongoose from 'mongoose'
import { inRounds, type ItemIds, type RoundsProgress, type RoundWork } from '../../activities/rounds.js'
import { AppError } from '../../models/domain/errors.js'
import { asActivity } from '../support/activity-context.js'
import { doRounds, firstRound } from '../support/rounds.js'

const NAMES = ['a', 'b', 'c', 'd', 'e']

describe('the rounds of a schedule', () => {
  let begun: string[]
  let failures: { schedule: string; ids: ItemIds }[]
  beforeEach(() => {
    begun = []
    failures = []
  })

  const items = (names: string[], after: string | null, atOnce = 2) =>
    names
      .filter((name) => after === null || name > after)
      .slice(0, atOnce)
      .map((place) => ({ place, ids: { projectId: place } }))
  const roundsOf = (work: Partial<RoundWork<{ place: string; ids: ItemIds }>> = {}, isStopping = () => false) =>
    inRounds({ isStopping, onItemFailure: (schedule, ids) => failures.push({ schedule, ids }) }, 'a-schedule', {
      list: async (after) => items(NAMES, after),
      doOne: async ({ place }) => {
        begun.push(place)
        return { done: 1 }
      },
      ...work,
    })

  it('process each item of the list once, and count what was done', async () => {
    expect(await doRounds(roundsOf())).to.deep.include({ done: { done: 5 }, failed: [], isDone: true })
    expect(begun).to.deep.equal(NAMES)
  })

  it('repeat rounds for unfinished items until none is left', async () => {
    const rounds = new Map(NAMES.map((name, index) => [name, index]))
    const goOn = roundsOf({
      listUndone: async (after) => items([...rounds.keys()], after),
      async doOne({ place }) {
        begun.push(place)
        const left = (rounds.get(place) ?? 1) - 1
        if (left > 0) rounds.set(place, left)
        else rounds.delete(place)
        return {}
      },
    })
    await doRounds(goOn)
    expect(begun.join(' ')).to.equal('a b c d e c d e d e e')
  })

  it('continue after an item that fails, report it with the reason, and log it', async () => {
    const doOne = async ({ place }: { place: string }) => {
      if (place === 'b') throw new AppError('BAD_REQUEST', 'no')
      if (place === 'd') throw new TypeError('no')
      return { done: 1 }
    }
    const { done, failed } = await doRounds(roundsOf({ doOne }))
    expect(done).to.deep.equal({ done: 3 })
    expect(failed).to.deep.equal([
      { projectId: 'b', reason: 'BAD_REQUEST' },
      { projectId: 'd', reason: 'TypeError' },
    ])
    expect(failures).to.deep.equal(['b', 'd'].map((projectId) => ({ schedule: 'a-schedule', ids: { projectId } })))
  })

  it('fail while MongoDB is away, so that Temporal retries', async () => {
    const away = new mongoose.mongo.MongoNetworkError('away')
    const failed = await doRounds(roundsOf({ doOne: () => Promise.reject(away) })).catch((error: unknown) => error)
    expect(failed).to.equal(away)
    expect(failures).to.deep.equal([])
  })

  it('continue at the same place after a worker stops', async () => {
    const goOn = roundsOf({}, () => true)
    const stopped = await asActivity(() => goOn(firstRound()))
    expect([stopped.after, stopped.isDone]).to.deep.equal(['a', false])
    await asActivity(() => goOn(stopped))
    expect(begun).to.deep.equal(['a', 'b'])
  })

  it('skip an item that ends its worker, after it has ended two workers', async () => {
    const goOn = roundsOf({
      async doOne({ place }) {
        // The worker is gone: the activity sends nothing any more.
        if (place === 'd') throw new mongoose.mongo.MongoNetworkError('away')
        return { done: 1 }
      },
    })
    // Temporal receives the first heartbeat of an attempt at once, and a later one after some seconds.
    const firstHeartbeat = async (from: RoundsProgress) => {
      const told: unknown[] = []
      const heartbeat = (details: unknown): void => void told.push(structuredClone(details))
      await asActivity(() => goOn(from), 1, { heartbeat }).catch(() => undefined)
      return told[0]
    }
    const told = await firstHeartbeat(firstRound())
    let progress = await asActivity(() => goOn(firstRound()), 2, { heartbeatDetails: told })
    expect(progress.after).to.equal('b')
    progress = await asActivity(() => goOn(progress))
    expect(progress.after).to.equal('c')
    const named = await firstHeartbeat(progress)
    progress = await asActivity(() => goOn(progress), 2, { heartbeatDetails: named })
    expect([progress.after, progress.done]).to.deep.equal(['e', { done: 3 }])
  })
})
