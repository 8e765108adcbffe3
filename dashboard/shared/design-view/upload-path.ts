/** The path of an uploaded image at the origin of the page, which loads images of that origin alone. */
export function uploadPath(id: string): string {
  return `/uploads/${id}`
}
