import type { FileStore } from "./port.ts"

/**
 * A store in which a restored copy deletes nothing while the original may still use the same bucket. The
 * files it would have deleted belong to no row any more, so `doctor` lists them.
 */
export function sparingStore(store: FileStore, spares: () => Promise<boolean>): FileStore {
  return {
    ...store,
    async remove(key) {
      if (!(await spares())) await store.remove(key)
    },
  }
}
