import { z } from 'zod'
import {
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEW_SEARCH_LENGTH,
  MOST_VIEW_COLUMNS,
  VIEWED_LISTS,
} from '../../models/domain/views.js'
import { DateTime } from './date.js'
import { idOf, resourceId } from './ids.js'

const MAX_COLUMN_LENGTH = 300

/** The path of one view. */
export const ViewParams = z.object({ id: resourceId('view') })

const List = z.enum(VIEWED_LISTS).meta({ examples: ['contacts'] })

const Name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_VIEW_NAME_LENGTH)
  .nullable()
  .meta({
    description: 'Unique for each owner and list. A view without a name holds how its user likes to see the list.',
    examples: ['Subscribed in Germany'],
  })

const Search = z
  .string()
  .max(MAX_VIEW_SEARCH_LENGTH)
  .meta({
    description: 'The parameters of the list in the URL of the dashboard, without the question mark.',
    examples: ['status=subscribed'],
  })

const Columns = z
  .array(z.string().min(1).max(MAX_COLUMN_LENGTH))
  .max(MOST_VIEW_COLUMNS)
  .nullable()
  .meta({ description: 'The columns of the list of contacts; null: the usual ones.', examples: [['status']] })

const IsShared = z.boolean().meta({ description: 'Whether everyone in the project has the view.', examples: [true] })

/** The query of the list of views. */
export const ViewListQuery = z.object({ list: List.optional() })

/** A view as the API shows it. */
export const ViewResponse = z
  .object({
    id: idOf('view'),
    list: List,
    name: Name,
    search: Search,
    columns: Columns,
    isShared: IsShared,
    isOwn: z.boolean().meta({ description: 'Whether the signed-in user made the view.', examples: [false] }),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'View' })

/** The views that a caller sees. */
export const ViewList = z.object({ data: z.array(ViewResponse) }).meta({ id: 'ViewList' })

/** A new view. */
export const ViewRequest = z
  .object({
    list: List,
    name: Name,
    search: Search.default(''),
    columns: Columns.default(null),
    isShared: IsShared.default(false),
  })
  .meta({ id: 'ViewRequest' })

/** The changes to a view. */
export const ViewPatch = z
  .object({
    name: Name.optional(),
    search: Search.optional(),
    columns: Columns.optional(),
    isShared: IsShared.optional(),
  })
  .meta({ id: 'ViewPatch' })
