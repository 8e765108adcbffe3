import mongoose from 'mongoose'
import { SharedLimit, type ShareRecord } from '../../../models/shared-limit.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

/** A limit that processes share, and the process that wants its share. */
export interface WantedShare {
  limit: string
  most: number
  holder: string
}

/** A share, and the share that the process is to have. */
export type Share = Pick<ShareRecord, 'share' | 'target'>

const ANSWER_WITHIN_MS = 2_000

/**
 * Leases a share of a limit for the next `forMs`, or renews that; `kept` is how much of it the process still uses. Each
 * process gets the same, those that came first one more where that leaves a rest; with more processes than there is to
 * share, the last ones get nothing. A share grows only by what the others have given up, so that all shares together
 * never exceed the limit. A process with more than its target gives up the rest by renewing its lease with a lower
 * `kept`. Only the database's clock counts. Rejects while MongoDB is unavailable.
 */
export async function leaseShare({ limit, most, holder }: WantedShare, kept: number, forMs: number): Promise<Share> {
  requireConnection()
  const isMine = { $eq: ['$$this.holder', holder] }
  const mine = {
    $let: {
      vars: {
        place: { $indexOfArray: ['$holders.holder', holder] },
        count: { $size: '$holders' },
        ofOthers: { $sum: { $map: { input: '$holders', in: { $cond: [isMine, 0, '$$this.share'] } } } },
        used: { $min: ['$$this.share', kept] },
      },
      in: {
        $let: {
          vars: {
            target: {
              $add: [
                { $floor: { $divide: [most, '$$count'] } },
                { $cond: [{ $lt: ['$$place', { $mod: [most, '$$count'] }] }, 1, 0] },
              ],
            },
          },
          in: {
            holder,
            share: { $max: ['$$used', { $min: ['$$target', { $subtract: [most, '$$ofOthers'] }] }] },
            target: '$$target',
            until: { $add: ['$$NOW', forMs] },
          },
        },
      },
    },
  }
  const nothing = { holder, share: 0, target: 0, until: '$$NOW' }
  const isValid = { $gt: ['$$this.until', '$$NOW'] }
  const lease = () =>
    SharedLimit.findOneAndUpdate(
      { _id: limit },
      [
        { $set: { holders: { $filter: { input: { $ifNull: ['$holders', []] }, cond: isValid } } } },
        {
          $set: {
            holders: {
              $cond: [{ $in: [holder, '$holders.holder'] }, '$holders', { $concatArrays: ['$holders', [nothing]] }],
            },
          },
        },
        { $set: { holders: { $map: { input: '$holders', in: { $cond: [isMine, mine, '$$this'] } } } } },
        { $set: { until: { $max: '$holders.until' } } },
      ],
      { upsert: true, returnDocument: 'after', updatePipeline: true, maxTimeMS: ANSWER_WITHIN_MS },
    ).lean()
  const { holders } = await retryOnDuplicateKey(lease)
  const { share, target } = holders.find((each) => each.holder === holder)!
  return { share, target }
}

/** Leaves a share to the other processes at once. */
export async function releaseShare({ limit, holder }: Omit<WantedShare, 'most'>): Promise<void> {
  requireConnection()
  await SharedLimit.updateOne({ _id: limit }, { $pull: { holders: { holder } } }, { maxTimeMS: ANSWER_WITHIN_MS })
}

// Without this check the driver would wait until MongoDB is available, and the answer would come too late to be used.
function requireConnection(): void {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('MongoDB is away')
}
