/** A value that can be watched. Values are immutable: setting the same one again tells nobody. */
export class Store<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }

  /** Calls the listener on every change until the returned function is called. */
  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

/** Passes events on to whoever listens; unlike a store it keeps nothing. */
export class Signal<T> {
  private readonly listeners = new Set<(event: T) => void>();

  emit(event: T): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  subscribe(listener: (event: T) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
