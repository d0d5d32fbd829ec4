import type { ActionResult } from '../schemas/action-result'

/** Rejects if there was no response from our server. `onProgress` gets the share that is sent, from 0 to 1. */
export function sendUpload(
  id: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<ActionResult<{ id: string }>> {
  const query = new URLSearchParams({ id, name: file.name, size: String(file.size) })
  // fetch doesn't tell how much it has sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `/api/imports?${query}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('error', () => reject(new TypeError('The network is gone.')))
    request.addEventListener('load', () => {
      try {
        resolve(JSON.parse(request.responseText))
      } catch {
        reject(new Error(request.responseText))
      }
    })
    request.send(file)
  })
}
