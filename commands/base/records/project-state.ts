import type { ClientSession } from 'mongoose'
import { Project } from '../../../models/project.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { newProjectState, ProjectState } from '../../../models/project-state.js'

/**
 * Lets transactions of a project that call this happen one after the other, because each changes the same document. For
 * transactions that write records of the project.
 */
export async function lockState(projectId: string, session: ClientSession): Promise<void> {
  await ProjectState.updateOne({ _id: projectId, projectId }, { $inc: { admissions: 1 } }, { session })
}

/** As `lockState`, for transactions that write to the directory, which is on another shard: members, keys, domains. */
export async function lockProject(projectId: string, session: ClientSession): Promise<void> {
  await Project.updateOne({ _id: projectId }, { $inc: { admissions: 1 } }, { session, timestamps: false })
}

/** Makes the state of a project, before the project itself; may be repeated. */
export async function makeState(projectId: string): Promise<void> {
  const { _id, projectId: of, ...fields } = newProjectState(projectId)
  // Several processes may make the project of the installation at once.
  const make = () => ProjectState.updateOne({ _id, projectId: of }, { $setOnInsert: fields }, { upsert: true })
  await retryOnDuplicateKey(make)
}

/** Removes the state of a project that is deleted, or was not made. */
export async function removeState(projectId: string): Promise<void> {
  await ProjectState.deleteOne({ _id: projectId, projectId })
}
