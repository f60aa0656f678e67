/** Waits for something to be so, looking at it all the time. */
export const becomes = (isSo) => new Promise((resolve) => {
  const look = () => isSo() ? resolve() : setTimeout(look, 20)
  look()
})
