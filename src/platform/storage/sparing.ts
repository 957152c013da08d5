import type { FileStore } from "./port.ts"

/**
 * A store in which a restored copy deletes nothing while the original may still use the same bucket. What it would
 * have deleted belongs to no row any more, so `doctor` lists it.
 */
export function sparingStore(store: FileStore, spares: () => Promise<boolean>): FileStore {
  return {
    ...store,
    async remove(key) {
      if (!(await spares())) await store.remove(key)
    },
  }
}
