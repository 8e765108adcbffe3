import { Workflow } from '../../../models/workflow.js'

interface Count {
  _id: string
  count: number
}

/** How many steps of a project's workflows, as these are now, send each of some templates; none is left out. */
export async function countUsingSteps(projectId: string, templateIds: string[]): Promise<Map<string, number>> {
  if (templateIds.length === 0) return new Map()
  const isUsing = { 'steps.templateId': { $in: templateIds } }
  const counts = await Workflow.aggregate<Count>([
    { $match: { projectId, ...isUsing } },
    { $project: { 'steps.templateId': 1 } },
    { $unwind: '$steps' },
    { $match: isUsing },
    { $group: { _id: '$steps.templateId', count: { $sum: 1 } } },
  ])
  return new Map(counts.map(({ _id, count }) => [_id, count]))
}
