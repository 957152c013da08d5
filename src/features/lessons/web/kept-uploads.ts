/** A video being uploaded, stored by the browser so that it survives closing the page. */
export type KeptUpload = {
  upload_id: string
  lesson_id: string
  course_id: string
  user_id: string
  file: File
}

const STORE = "uploads"

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("kaksha-lessons", 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "upload_id" })
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const asked = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/**
 * Stores a file until its upload is over. Returns false if the device has no space for it, or the browser
 * can't store files.
 */
export async function keepUpload(upload: KeptUpload): Promise<boolean> {
  return run("readwrite", (store) => store.put(upload)).then(
    () => true,
    () => false,
  )
}

export async function forgetUpload(uploadId: string): Promise<void> {
  await run("readwrite", (store) => store.delete(uploadId)).catch(() => undefined)
}

/** Returns the stored uploads of a person to a program. */
export async function listKept(userId: string, courseId: string): Promise<KeptUpload[]> {
  const all = await run<KeptUpload[]>("readonly", (store) => store.getAll()).catch(() => [])
  return all.filter((one) => one.user_id === userId && one.course_id === courseId)
}
