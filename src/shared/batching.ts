/**
 * Returns a function that loads one thing, and loads all that are asked for within `waitMs` at once. `load` returns
 * them in the order of the keys.
 */
export function batching<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  waitMs: number,
): (key: Key) => Promise<Value> {
  type Asked = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }
  let waiting: Asked[] = []

  async function loadAll(): Promise<void> {
    const asked = waiting
    waiting = []
    try {
      const values = await load(asked.map(({ key }) => key))
      asked.forEach(({ resolve }, at) => {
        resolve(values[at] as Value)
      })
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) setTimeout(loadAll, waitMs)
    })
}
