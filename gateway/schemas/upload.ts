import { z } from 'zod'
import { IMAGE_TYPES, MAX_ALT_LENGTH, type ImageType } from '../../models/domain/images/image.js'
import { DateTime } from './date.js'
import { EXAMPLE_IDS, Id, idOf, resourceId } from './ids.js'
import { pageLimit } from './pagination.js'
import { SearchText } from './text.js'
import { named } from './usage.js'

// As many as a page may have: a list without a cursor is read in as few pages as possible.
const PAGE = 100

/** An uploaded image as the API shows it. */
export const UploadResponse = z
  .object({
    id: idOf('upload'),
    url: z.string().meta({ examples: [`https://mail.example.com/uploads/${EXAMPLE_IDS.upload}.png`] }),
    contentType: z.enum(Object.keys(IMAGE_TYPES) as [ImageType, ...ImageType[]]),
    size: z.int().meta({ description: 'In bytes, as stored.', examples: [48_211] }),
    alt: z
      .string()
      .nullable()
      .meta({ description: 'What the image shows.', examples: ['A bowl of soup'] }),
    createdAt: DateTime,
  })
  .meta({ id: 'UploadedImage' })

/** The body of PATCH /uploads/:id. */
export const UploadPatch = z.object({
  alt: z.string().trim().max(MAX_ALT_LENGTH).nullable().meta({ description: 'Blank text or `null` removes it.' }),
})

/** The path of one upload. */
export const UploadParams = z.object({ id: resourceId('upload') })

/** What shows an image. */
export const UploadUsageResponse = z
  .object({
    isLogo: z.boolean().meta({ description: "Whether it is a logo of the project's brand.", examples: [false] }),
    templates: named('template', 'UsingTemplate', 'Welcome'),
    campaigns: named('campaign', 'UsingCampaign', 'Spring sale').meta({
      description: 'Drafts, and campaigns that are scheduled or being sent.',
    }),
    workflows: named('workflow', 'UsingWorkflow', 'Onboarding').meta({
      description: 'Workflows with steps that contain the image URL, including versions with active executions.',
    }),
    workflowSteps: z.array(
      z.object({
        id: idOf('step'),
        name: z.string().meta({ examples: ['Tell the shop'] }),
        workflowId: idOf('workflow'),
        workflowName: z.string().meta({ examples: ['Onboarding'] }),
      }),
    ),
  })
  .meta({ id: 'UploadUsage' })

/** The query of GET /uploads. */
export const UploadListQuery = z.object({
  limit: pageLimit(PAGE),
  search: SearchText.optional().meta({ description: 'Part of the alt text, case-insensitive.' }),
  before: Id.optional().meta({ description: 'The `id` of the last image of the previous page. Older images follow.' }),
})

/** The path under which an image is loaded: the id, with the extension of its type or without one. */
export const UploadFileParams = z.object({ id: z.string().meta({ examples: [`${EXAMPLE_IDS.upload}.png`] }) })
