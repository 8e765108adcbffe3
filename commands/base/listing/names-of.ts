/** A resource by its id and the name that its author gave it. */
export interface Named {
  id: string
  name: string
}

/** The ids and names of the definitions for which `refers` is true; at most `most` of them. */
export async function namesOf<T extends { _id: string; name: string }>(
  definitions: AsyncIterable<T>,
  refers: (definition: T) => boolean,
  most = Infinity,
): Promise<Named[]> {
  const names: Named[] = []
  for await (const definition of definitions) {
    if (refers(definition)) names.push({ id: definition._id, name: definition.name })
    if (names.length >= most) break
  }
  return names
}
