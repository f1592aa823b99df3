"""Prometheus metrics of the house; they contain no card, name or amount."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter("siete_commands", "Commands by outcome", ["outcome"], registry=self.registry)
        self.by_outcome = {each: self.commands.labels(each) for each in ("done", "repeated", "refused", "failed")}
        self.seconds = Histogram(
            "siete_command_seconds",
            "Seconds from a command's arrival to its answer",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.lines = Gauge("siete_lines", "Open WebSockets", registry=self.registry)
        self.dropped = Counter(
            "siete_lines_dropped", "WebSockets closed by the server, by close code", ["why"], registry=self.registry
        )
        self.tables = Gauge("siete_tables", "Tables by condition", ["condition"], registry=self.registry)
        self.faults = Counter("siete_faults", "Errors that are the server's own", registry=self.registry)
        self.requests = Counter("siete_requests", "HTTP requests by status", ["status"], registry=self.registry)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
