const ends: (() => Promise<unknown>)[] = []

/** Lets something that the tests of a process share, such as a browser, end after the last of them. */
export function atEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}

/** Ends all of it; called once, after the last test. */
export async function endShared(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()))
}
