import type { ClientSession } from 'mongoose'
import { notFound } from '../../../models/domain/errors.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { TestAddress, type TestAddressRecord } from '../../../models/test-address.js'
import { unexpired } from '../../tenancy/projects/test-receivers.js'

/** The test addresses of a project, the oldest first. Their number is limited. */
export async function listTestAddresses(projectId: string): Promise<TestAddressRecord[]> {
  return TestAddress.find({ projectId, ...unexpired() })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
}

/** Removes a test address, whose link is then no longer valid. Throws RESOURCE_NOT_FOUND. */
export async function removeTestAddress(projectId: string, id: string): Promise<void> {
  const { deletedCount } = await TestAddress.deleteOne({ _id: id, projectId, ...unexpired() })
  if (deletedCount === 0) throw notFound('testAddress', id)
}

/** Removes the test addresses that a user has added to projects, in the transaction that removes the user from them. */
export async function removeTestAddressesBy(
  { projectIds, userId }: { projectIds: readonly string[]; userId: string },
  session: ClientSession,
): Promise<void> {
  const added = { projectId: { $in: [...projectIds] }, addedBy: userId }
  await TestAddress.deleteMany(acrossProjects(added, 'a user who leaves has added them'), { session })
}
