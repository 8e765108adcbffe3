import { WorkHolder } from '../../../models/work-holder.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

/**
 * Makes `holder` the one process that does a work for the next `forMs`, or prolongs that; false while another process
 * is. The processes compare times by the database's clock alone.
 */
export async function holdWork(work: string, holder: string, forMs: number): Promise<boolean> {
  const mayHold = { $or: [{ $eq: ['$holder', holder] }, { $lte: [{ $ifNull: ['$until', null] }, '$$NOW'] }] }
  const hold = () =>
    WorkHolder.findOneAndUpdate(
      { _id: work },
      [
        {
          $set: {
            holder: { $cond: [mayHold, holder, '$holder'] },
            until: { $cond: [mayHold, { $add: ['$$NOW', forMs] }, '$until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after', updatePipeline: true },
    ).lean()
  return (await retryOnDuplicateKey(hold))?.holder === holder
}

/** Leaves a work to the other processes at once. */
export async function releaseWork(work: string, holder: string): Promise<void> {
  await WorkHolder.updateOne({ _id: work, holder }, { $currentDate: { until: true } })
}
