"""One game being played: seats, versions, records, replay."""
