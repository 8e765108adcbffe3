import { fault, ok, warning, type Finding } from './examination.js'

const [WARNING_SHARE, FAULT_SHARE] = [0.8, 0.95]
const GIB = 2 ** 30

/** Judges how full a disk is: a warning above 80 per cent, a fault above 95. */
export function diskSpace(
  name: string,
  { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number },
  remedy: string,
): Finding {
  const share = 1 - freeBytes / totalBytes
  const found = `${name} is ${Math.round(share * 100)}% full, ${(freeBytes / GIB).toFixed(1)} GiB are free`
  if (share > FAULT_SHARE) return fault(found, remedy)
  return share > WARNING_SHARE ? warning(found, remedy) : ok(found)
}
