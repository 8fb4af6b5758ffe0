"""Dense reference of the entity network, straight from its formulas: all rows of the tables, every action scored, nothing shared."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from zombicide_agents.entities import EntityNetwork
from zombicide_agents.graph_distances import Look, _steps
from zombicide_agents.pointer_heads import Pointers


def dense(network: EntityNetwork, raw: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logits of the actions in use, and the values."""
    encoded, named = network.encoders(raw)
    tables: Any = network.encoders.blocks
    present, tokens = {}, {}
    for kind in network.entities:
        there = torch.stack([(encoder.table(raw) != 0).any(dim=2) for encoder in tables[kind]]).any(dim=0)
        present[kind] = there.unsqueeze(2).float()
        token = network.embed[kind](encoded[kind])
        tokens[kind] = torch.relu(token + network.names[kind] if kind in network.names else token) * present[kind]
    stands = [one_hot(named[kind][i], tokens[other].shape[1]) for kind, i, other in network.links]
    for (kind, _, other), where, tell in zip(network.links, stands, network.tell, strict=True):
        tokens[other] = tokens[other] + where.transpose(1, 2) @ tell(tokens[kind])
    for kind in network.maps:
        columns = [c for c, entity in zip(named[kind], network.encoders.references[kind], strict=True) if entity == kind]
        steps = _steps(torch.stack(columns, dim=2)).long()
        rounds: Any = network.look[kind]
        for look in rounds:
            tokens[kind] = seen(look, tokens[kind], look.worth[:, steps] * present[kind].transpose(1, 2)) * present[kind]
    for (kind, _, other), where, hear in zip(network.links, stands, network.hear, strict=True):
        tokens[kind] = (tokens[kind] + torch.relu(hear(where @ tokens[other]))) * present[kind]
    parts = [encoded["game"]]
    for entity, column in zip(network.encoders.references["game"], named["game"], strict=True):
        parts.append((one_hot(column, tokens[entity].shape[1]) @ tokens[entity]).squeeze(1))
    for kind, token in tokens.items():
        parts += [token.sum(1) / present[kind].sum(1).clamp(min=1), (token - 100 * (1 - present[kind])).amax(1).clamp(min=-10)]
    hidden = torch.relu(network.enter(torch.cat(parts, dim=1)))
    hidden = hidden + torch.relu(network.deep(network.norm(hidden)))
    return scores(network.pointers, raw, tokens, hidden), network.value(hidden).squeeze(1)


def one_hot(column: Tensor, rows: int) -> Tensor:
    """One-hot encode the rows that a column refers to ("row + 1, 0: none"): ``[batch, n]`` -> float32 ``[batch, n, rows]``."""
    return (column.unsqueeze(-1) == torch.arange(1, rows + 1)).float().view(len(column), -1, rows)


def seen(look: Look, x: Tensor, kernels: Tensor) -> Tensor:
    """One round of message passing on the map, ``[batch, rows, token]``."""
    own = look.norm(x)
    beside, about = look.about(own).chunk(2, dim=2)
    goals = torch.exp(look.goal(own).clamp(-15, 8) - 4)
    near = torch.log(kernels[2] @ goals + 1e-9) * 0.2
    told: Tensor = look.out(torch.relu(look.mix(torch.cat([own, kernels[0] @ beside, kernels[1] @ about, near], dim=2))))
    return x + told


def scores(pointers: Pointers, raw: Tensor, tokens: dict[str, Tensor], hidden: Tensor) -> Tensor:
    """Scores of all actions, argument by argument."""
    codec, lit = pointers.layout.action_codec, {}
    for path, s in pointers.sources.items():
        if not s.columns:
            found = tokens[s.kind]
        else:
            row = torch.ones(len(raw)).long() if s.row is None else raw[:, s.row].long()
            here = [row.unsqueeze(1)] if s.here else []
            first = torch.tensor(s.columns) + (row.unsqueeze(1) - 1).clamp(min=0) * s.stride
            numbers = torch.cat([raw.gather(1, first).long(), *here], dim=1)
            prefix = path.rpartition(".")[2]
            plain = one_hot(numbers, tokens[s.kind].shape[1]) @ tokens[s.kind] if s.kind else pointers.category[prefix](numbers)
            found = plain + pointers.position[prefix]
        key = pointers.key[path]
        lit[path] = torch.relu(pointers.near[key](found) + pointers.lift[key](hidden).unsqueeze(1))
    flat, taken, said = pointers.flat(hidden), 0, torch.zeros(len(raw), codec.size)
    named = {name: (path, c, places) for path, blocks in pointers.pointed.items() for c, (name, places) in enumerate(blocks)}
    pairs = {name: paths for name, *paths in pointers.pairs}
    for block in codec.blocks:
        at = slice(codec.start[block.name], codec.start[block.name] + block.size)
        if block.name in named:
            path, c, places = named[block.name]
            found = pointers.point[pointers.key[path]](lit[path])[:, :, c]
            said[:, at] = found[:, places] if places else found[:, : block.size]
        elif block.name in pairs:
            asked, answered = (lit[path][:, :n] for path, n in zip(pairs[block.name], block.shape, strict=True))
            asked, answered = pointers.ask[block.name](asked), pointers.answer[block.name](answered)
            said[:, at] = (asked @ answered.transpose(1, 2)).flatten(1)
        else:
            said[:, at] = flat[:, taken : taken + block.size]
            taken += block.size
    return said[:, pointers.layout.actions]
