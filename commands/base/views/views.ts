import { AppError, notFound } from '../../../models/domain/errors.js'
import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS, type ViewedList } from '../../../models/domain/views.js'
import { View, type ViewRecord } from '../../../models/view.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

/** Who asks for views: a member, or a secret key, which has only shared ones. */
export interface ViewCaller {
  projectId: string
  userId: string | null
  /** Whether the caller may change the shared views that others have made. */
  managesShared: boolean
}

/** The part of a view that its owner writes. */
export type ViewFields = Pick<ViewRecord, 'name' | 'search' | 'columns' | 'isShared'>

/** The views that a caller sees, of one list or of all: the caller's own ones and the shared ones, by name. */
export async function listViews({ projectId, userId }: ViewCaller, list?: ViewedList): Promise<ViewRecord[]> {
  const owner = { $in: userId === null ? [''] : [userId, ''] }
  return View.find({ projectId, owner, ...(list === undefined ? {} : { list }) })
    .sort({ name: 1, _id: 1 })
    .limit(MOST_OWN_VIEWS + MOST_SHARED_VIEWS)
    .lean()
}

/**
 * Stores a view. Throws QUOTA_EXCEEDED, CONFLICT for a name that the owner has given to another view of the list, and
 * BAD_REQUEST where a key wants a view for one user. Concurrent requests may exceed the limit by a few views.
 */
export async function createView(
  caller: ViewCaller,
  { list, ...fields }: ViewFields & { list: ViewedList },
): Promise<ViewRecord> {
  const { projectId, userId } = caller
  const owner = ownerOf(caller, fields)
  await requireRoom(projectId, owner)
  return withUniqueName(async () => {
    const view = await View.create({ projectId, list, ...fields, userId, owner })
    return view.toObject()
  })
}

/**
 * Changes a view. Throws RESOURCE_NOT_FOUND also for a view of another user, FORBIDDEN for a shared view of another
 * user unless the caller manages these, and as `createView`.
 */
export async function changeView(caller: ViewCaller, viewId: string, change: Partial<ViewFields>): Promise<ViewRecord> {
  const { projectId } = caller
  const view = await findChangeable(caller, viewId)
  const { name, isShared } = { ...view, ...change }
  const owner =
    isShared === view.isShared ? view.owner : ownerOf({ ...caller, userId: view.userId }, { name, isShared })
  if (owner !== view.owner) await requireRoom(projectId, owner)
  else if (name === null && isShared) throw unnamed()
  const changed = await withUniqueName(() =>
    View.findOneAndUpdate(
      { _id: viewId, projectId, owner: view.owner },
      { $set: { ...change, owner } },
      { returnDocument: 'after' },
    ).lean(),
  )
  if (!changed) throw notFound('view', viewId)
  return changed
}

/** Deletes a view. Throws as `changeView`. */
export async function deleteView(caller: ViewCaller, viewId: string): Promise<void> {
  const { projectId } = caller
  const { owner } = await findChangeable(caller, viewId)
  await View.deleteOne({ _id: viewId, projectId, owner })
}

async function findChangeable({ projectId, userId, managesShared }: ViewCaller, viewId: string): Promise<ViewRecord> {
  const view = await View.findOne({ _id: viewId, projectId }).lean()
  if (!view || (!view.isShared && view.userId !== userId)) throw notFound('view', viewId)
  if (view.userId === userId || managesShared) return view
  throw new AppError('FORBIDDEN', 'Only its creator, an owner or an admin can change a shared view')
}

function ownerOf({ userId }: Pick<ViewCaller, 'userId'>, { name, isShared }: Pick<ViewFields, 'name' | 'isShared'>) {
  if (isShared && name === null) throw unnamed()
  if (isShared) return ''
  if (userId === null) throw new AppError('BAD_REQUEST', 'A view for one user needs the session of that user')
  return userId
}

function unnamed(): AppError {
  return new AppError('BAD_REQUEST', 'A shared view needs a name')
}

async function requireRoom(projectId: string, owner: string): Promise<void> {
  const limit = owner === '' ? MOST_SHARED_VIEWS : MOST_OWN_VIEWS
  const used = await View.countDocuments({ projectId, owner })
  if (used < limit) return
  const whose = owner === '' ? 'Everyone in a project can share' : 'You can save'
  throw new AppError('QUOTA_EXCEEDED', `${whose} at most ${limit} views`, {
    details: { quota: 'views', limit, used },
    suggestion: 'Delete a view you no longer use',
  })
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new AppError('CONFLICT', 'Another view of this list has this name')
  }
}
