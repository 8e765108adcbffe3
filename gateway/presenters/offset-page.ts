/** A page of an offset list as the API shows it. */
export function presentOffsetPage<T>(data: T[], total: number, { page, pageSize }: { page: number; pageSize: number }) {
  return { data, page, pageSize, total, totalPages: Math.ceil(total / pageSize) }
}
