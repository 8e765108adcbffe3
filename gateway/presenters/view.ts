import type { z } from 'zod'
import type { ViewCaller } from '../../commands/base/views/views.js'
import type { ViewRecord } from '../../models/view.js'
import type { ViewResponse } from '../schemas/view.js'

/** A view as the API shows it to a caller. */
export function presentView(view: ViewRecord, { userId }: ViewCaller): z.input<typeof ViewResponse> {
  const { _id: id, list, name, search, columns, isShared, createdAt, updatedAt } = view
  return {
    id,
    list,
    name,
    search,
    columns,
    isShared,
    isOwn: userId !== null && view.userId === userId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
