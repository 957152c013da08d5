/** The key of a shared file in the file store. */
export const keyOfFile = (fileId: string) => `room/${fileId}`
