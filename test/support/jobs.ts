import { runSlice, type RunSlice } from '../../commands/base/jobs/advance-job.js'
import { Contact } from '../../models/contact.js'
import { Event } from '../../models/event.js'
import { Job, type JobRecord } from '../../models/job.js'

// More than any job of a test has.
const MOST_SLICES = 500

/** Runs the slices of a job to its end and returns it as it is then. Throws when it does not come to an end. */
export async function finishJob<J extends JobRecord>(
  { projectId, jobId }: { projectId: string; jobId: string },
  slice: RunSlice,
): Promise<J> {
  let isDone = false
  for (let slices = 0; !isDone; slices += 1) {
    if (slices === MOST_SLICES) throw new Error(`The job has not ended after ${slices} slices`)
    ;({ isDone } = await runSlice({ projectId, jobId }, slice))
  }
  return Job.findOne({ _id: jobId, projectId }).orFail().lean<J>()
}

/** The names of a project's events with the address of each event's contact, in the order of the events. */
export async function eventsOf(projectId: string): Promise<string[]> {
  const contacts = await Contact.find({ projectId }, { email: 1 }).lean()
  const emails = new Map(contacts.map(({ _id, email }) => [_id, email]))
  const events = await Event.find({ projectId }).sort({ _id: 1 }).lean()
  return events.map(({ name, contactId }) => `${name} ${emails.get(contactId ?? '')}`)
}
