/** Waits until a condition holds, polling it. */
export const becomes = (isSo) => new Promise((resolve) => {
  const look = () => isSo() ? resolve() : setTimeout(look, 20)
  look()
})
